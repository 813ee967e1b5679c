import { encryptPassword } from '#server/features/company/site/device-secrets.ts'
import type { YardPorts } from '#simulators/yard/running-yard.ts'
import { addDevices } from './yard-devices.ts'
import type { TestCompany } from '../support/world.ts'

/**
 * Devices of a company that are connected to a simulator in its usual set-up (devices.md 1.5), passwords encrypted as in
 * production; returns their ids as `addDevices` does.
 */
export async function wireYard(
  company: TestCompany,
  ports: Pick<YardPorts, 'posts' | 'cameras'>,
): Promise<Record<string, string>> {
  const ids = await addDevices(company)
  const connect = (id: string, connection: object, driver?: string) =>
    company.db.q
      .updateTable('device')
      .set({ connection: JSON.stringify(connection), ...(driver && { driver }) })
      .where('id', '=', id)
      .execute()
  for (const { post, port } of ports.posts)
    await connect(
      ids[`scale${post}`]!,
      {
        transport: { type: 'tcp', host: '127.0.0.1', port },
        settings: post === 3 ? { format: 'and18' } : {},
      },
      ['tenso-m', 'massa-k', 'ascii'][post - 1],
    )
  for (const code of [1, 2, 3]) {
    const id = ids[`camera${code}`]!
    await connect(id, {
      url: `http://127.0.0.1:${ports.cameras}/ISAPI/Streaming/channels/${code}01/picture`,
      user: 'yard',
      password: encryptPassword(company.db, id, 'yard-camera'),
    })
  }
  return ids
}
