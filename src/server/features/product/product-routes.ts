import { product } from '#contract/price/product.ts'
import { readyCatalogue } from '#contract/price/ready-catalogue.ts'
import { serve } from '#http/serve.ts'
import { addReadyCatalogue } from './import/add-ready-catalogue.ts'
import { deleteProduct } from './delete-product.ts'
import { exportProducts } from './export-products.ts'
import { importProducts } from './import/import-products.ts'
import { listProducts } from './list-products.ts'
import { moveProduct } from './move-product.ts'
import { updateProduct } from './update-product.ts'

export const productRoutes = [
  serve(product.getAll, listProducts),
  serve(product.update, updateProduct),
  serve(product.move, moveProduct),
  serve(product.delete, deleteProduct),
  serve(product.export, exportProducts),
  serve(product.import, importProducts),
  serve(readyCatalogue.addReady, addReadyCatalogue),
]
