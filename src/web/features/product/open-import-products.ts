/** The file of a catalogue: choice, what it would change, and the deed. */
export async function openImportProducts(): Promise<void> {
  const { showImportProducts } = await import('./import-products.tsx')
  await showImportProducts()
}
