import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { paths } from '#contract/screen-paths.ts'
import { answerError } from '#http/error-answer.ts'
import type { Config } from '../config.ts'

// index.html is answered at the declared addresses alone, everything else is 404.
const SCREENS = Object.values(paths).map(
  (pattern) => new RegExp(`^${pattern.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`),
)
const isScreen = (pathname: string) => SCREENS.some((screen) => screen.test(pathname))

/** The built screens: hashed assets for a year, the page itself never cached, so an upgrade shows at once. */
export async function serveWeb(app: FastifyInstance, config: Config): Promise<void> {
  if (!existsSync(path.join(config.webDir, 'index.html'))) return
  await app.register(async (scope) => {
    // The file reader fails for a folder or a path outside it; the client gets "not found".
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      error.statusCode && error.statusCode < 500
        ? reply.callNotFound()
        : answerError(error, request, reply),
    )
    await scope.register(fastifyStatic, {
      root: path.join(config.webDir, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      index: false,
      // The build made them with the strongest levels; a browser that takes none gets the file itself.
      preCompressed: true,
    })
  })
  for (const worker of ['service-worker.js', 'push-worker.js'])
    app.get(`/${worker}`, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await readFile(path.join(config.webDir, worker))),
    )
  const phone = path.join(config.webDir, 'phone.html')
  app.get('/phone', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(phone)),
  )
  const page = path.join(config.webDir, 'index.html')
  app.get('/*', async (request, reply) => {
    // As it was asked: a second slash at the start would be read as the name of a host.
    const [pathname = '/'] = request.url.split('?', 1)
    if (pathname.startsWith('/api/')) return reply.callNotFound()
    if (!isScreen(pathname.replace(/(?<=[^/])\/$/, '')))
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(await readFile(page))
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(page))
  })
}
