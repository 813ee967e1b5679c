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
  (pattern) => [new RegExp(`^${pattern.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`), pattern] as const,
)
/** The declared address, such as `/operator/act/:actId`. */
const screenOf = (pathname: string) => SCREENS.find(([screen]) => screen.test(pathname))?.[1]

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
  app.get('/*', async (request, reply) => {
    // As it was asked: a second slash at the start would be read as the name of a host.
    const [pathname = '/'] = request.url.split('?', 1)
    if (pathname.startsWith('/api/')) return reply.callNotFound()
    const screen = screenOf(pathname.replace(/(?<=[^/])\/$/, ''))
    const page = await readPage(config.webDir, screen)
    if (screen !== undefined) void reply.header('cache-control', 'no-cache')
    return reply
      .code(screen === undefined ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

/** With the files of its address in its head (the web's screen-preloads.ts); read each time, as a release changes both. */
async function readPage(dir: string, screen: string | undefined): Promise<string> {
  const page = await readFile(path.join(dir, 'index.html'), 'utf8')
  if (screen === undefined) return page
  const links = JSON.parse(
    await readFile(path.join(dir, 'screen-preloads.json'), 'utf8'),
  ) as Record<string, string>
  // A function: `$` in a name of a file would be read as a pattern.
  return page.replace('</head>', () => `${links[screen] ?? ''}</head>`)
}
