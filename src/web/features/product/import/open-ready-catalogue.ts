/** The ready catalogue, from which sections are added. */
export async function openReadyCatalogue(): Promise<void> {
  const { showReadyCatalogue } = await import('./ready-catalogue.tsx')
  await showReadyCatalogue()
}
