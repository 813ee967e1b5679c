import { oldBase } from '#contract/old-base.ts'
import { supplier } from '#contract/supplier.ts'
import { serve } from '#http/serve.ts'
import { createMethod } from './create-method.ts'
import { createSuppliers } from './create-supplier.ts'
import { deleteMethod } from './delete-method.ts'
import { findSuppliers } from './find-supplier.ts'
import { findTwins } from './find-twins.ts'
import { getSupplier } from './get-supplier.ts'
import { listSuppliers } from './list-suppliers.ts'
import { mergeSuppliers } from './merge-suppliers.ts'
import { copyOldSuppliers } from './old-base/copy-old-suppliers.ts'
import { findOldSuppliers } from './old-base/find-old-suppliers.ts'
import { setMethodStatus } from './set-method-status.ts'
import { setSuppliersStatus } from './set-suppliers-status.ts'
import { updateMethod } from './update-method.ts'
import { updateSuppliers } from './update-supplier.ts'

export const supplierRoutes = [
  serve(supplier.getAll, listSuppliers),
  serve(supplier.create, createSuppliers),
  serve(supplier.update, updateSuppliers),
  serve(supplier.setStatus, setSuppliersStatus),
  serve(supplier.merge, mergeSuppliers),
  serve(supplier.findTwins, findTwins),
  serve(supplier.createMethod, createMethod),
  serve(supplier.updateMethod, updateMethod),
  serve(supplier.setMethodStatus, setMethodStatus),
  serve(supplier.deleteMethod, deleteMethod),
  serve(supplier.find, findSuppliers),
  serve(supplier.get, getSupplier),
  serve(oldBase.find, findOldSuppliers),
  serve(oldBase.copy, copyOldSuppliers),
]
