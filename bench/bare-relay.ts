import { createServer, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'

// The least that can bring a weight to a screen: what comes over a socket goes to every stream of its post as it is.
const screens = new Map<string, Set<ServerResponse>>()

function screensOf(url = ''): Set<ServerResponse> {
  const post = url.slice(url.indexOf('=') + 1)
  const known = screens.get(post) ?? new Set()
  screens.set(post, known)
  return known
}

const http = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const of = screensOf(request.url).add(response)
  request.once('close', () => of.delete(response))
})
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
sockets.on('connection', (socket, request) => {
  const to = screensOf(request.url)
  socket.on('message', (data) => {
    const { reading } = JSON.parse((data as Buffer).toString()) as { reading: object }
    for (const screen of to) screen.write(`event: weight\ndata: ${JSON.stringify(reading)}\n\n`)
  })
})
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
http.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: true, port: (http.address() as { port: number }).port })
})
