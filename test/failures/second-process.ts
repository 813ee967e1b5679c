import { once } from 'node:events'
import { WebSocket } from 'ws'
import { buildApp } from '#server/app.ts'
import { peersOf } from '#server/features/device/peers/peers.ts'
import { openServices } from '#server/open-services.ts'
import { apiOf } from '../support/api.ts'
import { closeApp, type World } from '../support/world.ts'

/** What a second server process over the world's database is: its own services and memory, the same secrets. */
export async function openSecondProcess(world: World) {
  const services = await openServices(world.services.config)
  const app = await buildApp(services)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await peersOf(services).met
  const { own } = world
  const at = <P extends { api: { token: string | undefined } }>(person: P): P => ({
    ...person,
    api: apiOf(app, person.api.token),
  })
  const company = { ...own, operator: at(own.operator), manager: at(own.manager) }
  return {
    url,
    /** The world as a person meets it whose requests come to this process. */
    world: {
      ...world,
      app,
      services,
      own: company,
      supervisor: at(world.supervisor),
      nobody: apiOf(app),
    },
    async close() {
      await closeApp(app)
      await services.close()
    },
  }
}

/** What a server answers to a socket with this token: 101 when it lets it in. */
export async function knock(url: string, path: string, token: string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(
    ([, response]) => (response as { statusCode: number }).statusCode,
  )
  socket.on('error', () => undefined)
  const status = await Promise.race([opened.catch(() => 0), refused.catch(() => 0)])
  socket.terminate()
  return status
}
