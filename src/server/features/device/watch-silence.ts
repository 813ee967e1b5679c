import type { WebSocket } from 'ws'

// devices.md 1.2.
const PING_MS = 10_000
const SILENCE_MS = 25_000

/** Pings, and ends a socket over which nothing came for 25 s; the returned function ends the watch. */
export function watchSilence(socket: WebSocket): () => void {
  let heardAt = performance.now()
  const noteSign = () => {
    heardAt = performance.now()
  }
  socket.on('message', noteSign).on('ping', noteSign).on('pong', noteSign)
  const timer = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) socket.terminate()
    else socket.ping()
  }, PING_MS)
  return () => clearInterval(timer)
}
