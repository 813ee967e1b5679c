/** The legacy database over any screen: search, preview, copy (domain.md 10). */
export async function openLegacyDatabase(search = ''): Promise<void> {
  const { showLegacyDatabase: showOldBase } = await import('./legacy-database-dialog.tsx')
  return showOldBase(search)
}
