/** Import of a catalogue file: choose it, preview the changes, apply them. */
export async function openImportProducts(): Promise<void> {
  const { showImportProducts } = await import('./import-products.tsx')
  await showImportProducts()
}
