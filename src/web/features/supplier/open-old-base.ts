/** The former base over any screen: search, preview, copy (domain.md 10). */
export async function openOldBase(search = ''): Promise<void> {
  const { showOldBase } = await import('./old-base-dialog.tsx')
  return showOldBase(search)
}
