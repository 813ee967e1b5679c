import { product } from '#contract/price/product.ts'
import { send } from '#web/api/send.ts'
import { saveBlob } from '#web/ui/print/save-blob.ts'

/** Saves the whole catalogue, archived nodes too, as a file that can be changed and loaded back. */
export async function exportProducts(): Promise<void> {
  saveBlob(await send(product.export, {}), 'Номенклатура')
}
