/** Requisites of a kept company over any screen; the form comes with its first opening. */
export async function openCompany(id: string): Promise<void> {
  const { showCompany } = await import('./company-form.tsx')
  await showCompany(id)
}
