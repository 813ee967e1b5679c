import type { WebhookEvent } from '#contract/webhook/webhook-events.ts'
import { webhooks } from '#contract/webhook/webhooks.ts'
import { serviceAccounts } from '#contract/user/service-accounts.ts'
import type { ServicePermissionCode } from '#contract/user/service-permissions.ts'
import { apiOf } from '#test/support/api.ts'
import type { TestCompany, World } from '#test/support/world.ts'

export const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let created = 0

/** A program of a company with these permissions, its first key and its hand on the API. */
export async function addServiceAccount(
  world: World,
  company: TestCompany,
  permissions: readonly ServicePermissionCode[],
  more: { client_id?: string; title?: string } = {},
) {
  const { account, key } = await world.supervisor.api.send(
    serviceAccounts.superCreateServiceAccount,
    {
      body: {
        company_id: company.id,
        title: `Обмен ${++created}`,
        permissions: [...permissions],
        expires_on: dayAfter(30),
        ...more,
      },
    },
  )
  return { account, key: key!, api: apiOf(world.app, key!) }
}

let addresses = 0

/** An address of a company that hears these events, with its secret. */
export async function addWebhook(
  world: Pick<World, 'supervisor'>,
  company: TestCompany,
  url: string,
  events: readonly WebhookEvent[],
) {
  const { webhook, secret } = await world.supervisor.api.send(webhooks.superCreateWebhook, {
    body: { company_id: company.id, title: `Адрес ${++addresses}`, url, events: [...events] },
  })
  return { ...webhook, secret: secret! }
}
