import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplierColumns } from '#contract/lists/supplier-columns.ts'
import { supplierList } from '../../supplier/search/list-suppliers.ts'
import { listExport } from './list-export.ts'

export const exportedSuppliers = listExport({
  call: supplier.getAll,
  title: 'Поставщики',
  columns: supplierColumns,
  list: supplierList,
  rows: (_, items) => items as Supplier[],
})
