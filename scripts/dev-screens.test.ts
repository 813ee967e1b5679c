import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startProgram } from './child.ts'
import { freePort } from './ports.ts'

test('screens come from their sources, calls go to the server', async (t) => {
  const server = http.createServer((request, response) => response.end(`server ${request.url}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => (server.closeAllConnections(), server.close()))
  const port = await freePort()
  const screens = await startProgram({
    name: 'screens',
    script: 'scripts/dev-screens.ts',
    env: {
      PORT: String(port),
      SERVER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    onDeath: () => undefined,
  })
  t.after(() => screens.stop())
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  assert.match(await read('/operator/acts'), /src="\/main\.tsx"/)
  assert.equal(await read('/api/v1/auth/validateJWT'), 'server /api/v1/auth/validateJWT')
  // The screens have a room `api` of their own.
  assert.match(await read('/api/send.ts'), /^import /m)
})
