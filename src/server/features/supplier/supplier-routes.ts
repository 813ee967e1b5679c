import { legacyDatabase } from '#contract/supplier/legacy-database.ts'
import { selfEmployed } from '#contract/supplier/self-employed.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { serve, serveExact } from '#http/serve.ts'
import { getConsentPdf } from './consent/get-consent-pdf.ts'
import { createMethod } from './method/create-method.ts'
import { createSuppliers } from './record/create-supplier.ts'
import { deleteMethod } from './method/delete-method.ts'
import { findSuppliers } from './search/find-supplier.ts'
import { findDuplicates } from './search/find-duplicates.ts'
import { getSupplier } from './record/get-supplier.ts'
import { listSuppliers } from './search/list-suppliers.ts'
import { mergeSuppliers } from './merge/merge-suppliers.ts'
import { copyLegacySuppliers } from './legacy-import/copy-legacy-suppliers.ts'
import { findLegacySuppliers } from './legacy-import/find-legacy-suppliers.ts'
import { checkNpd, getNpd, markNpd } from './npd/check-npd.ts'
import { setMethodStatus } from './method/set-method-status.ts'
import { setSuppliersStatus } from './record/set-suppliers-status.ts'
import { updateMethod } from './method/update-method.ts'
import { updateSuppliers } from './record/update-supplier.ts'

export const supplierRoutes = [
  serveExact(supplier.getAll, listSuppliers),
  serve(supplier.create, createSuppliers),
  serve(supplier.update, updateSuppliers),
  serve(supplier.setStatus, setSuppliersStatus),
  serve(supplier.merge, mergeSuppliers),
  serve(supplier.findTwins, findDuplicates),
  serve(supplier.createMethod, createMethod),
  serve(supplier.updateMethod, updateMethod),
  serve(supplier.setMethodStatus, setMethodStatus),
  serve(supplier.deleteMethod, deleteMethod),
  serveExact(supplier.find, findSuppliers),
  serve(supplier.get, getSupplier),
  serve(supplier.getConsentPdf, getConsentPdf),
  serve(selfEmployed.getNpd, getNpd),
  serve(selfEmployed.checkNpd, checkNpd),
  serve(selfEmployed.markNpd, markNpd),
  serve(legacyDatabase.find, findLegacySuppliers),
  serve(legacyDatabase.copy, copyLegacySuppliers),
]
