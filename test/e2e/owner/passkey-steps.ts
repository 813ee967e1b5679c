import type { Page } from '@playwright/test'
import { browserConfig } from '../support/browser-config.ts'
import { expectToast } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

/** A key belongs to a name: at the bare address of the journeys browsers make none. */
export const NAMED = `http://localhost:${browserConfig.port}`

/** A laptop that has just recognised its owner's finger. */
export async function plugDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

export async function addKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить ключ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый ключ входа' })
  await dialog.getByLabel('Название').fill(name)
  await shot(page, 'passkey-name')
  await dialog.getByRole('button', { name: 'Создать ключ' }).click()
  await expectToast(page, 'Ключ входа добавлен')
}
