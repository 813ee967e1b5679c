import { product } from '#contract/price/product.ts'
import { readyCatalogue } from '#contract/price/ready-catalogue.ts'
import { serve } from '#http/serve.ts'
import { addReadyCatalogue } from './import/add-ready-catalogue.ts'
import { updateProduct, deleteProduct, moveProduct } from './update-product.ts'
import { listProducts, exportProducts } from './list-products.ts'
import { importProducts } from './import/import-products.ts'

export const productRoutes = [
  serve(product.getAll, listProducts),
  serve(product.update, updateProduct),
  serve(product.move, moveProduct),
  serve(product.delete, deleteProduct),
  serve(product.export, exportProducts),
  serve(product.import, importProducts),
  serve(readyCatalogue.addReady, addReadyCatalogue),
]
