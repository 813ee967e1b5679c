import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import type { S3Settings } from '#server/storage/s3/s3-settings.ts'

/** What the package says of itself; it has no types. */
type S3rver = new (options: object) => { run(): Promise<net.AddressInfo>; close(): Promise<void> }

/** An S3 server of a package that verifies signatures, behind a line that a test can spoil. */
export interface S3Server {
  readonly settings: S3Settings
  /** Cuts every connection after so many bytes in that direction; undefined lets all through. */
  cut(direction: 'up' | 'down', bytes: number | undefined): void
  /** Changes the bytes `from` on their way up. */
  falsify(from: string, to: string): void
  /** Ends the connections; new ones are accepted and nothing is answered. */
  silence(isSilent: boolean): void
  close(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'priyomka-s3-'))
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver
  const bucket = 'files'
  const buckets = [{ name: bucket }]
  const options = { port: 0, address: '127.0.0.1', silent: true, directory }
  const server = new Server({ ...options, configureBuckets: buckets })
  const { port } = await server.run()
  const faults: Faults = { silent: false }
  const open = new Set<net.Socket>()
  const line = net.createServer((client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.on('close', () => open.delete(client))
    if (faults.silent) return
    const upstream = net.connect(port, '127.0.0.1')
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(spoil(faults, 'up', client)).pipe(upstream)
    upstream.pipe(spoil(faults, 'down', client)).pipe(client)
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  const endpoint = new URL(`http://127.0.0.1:${(line.address() as net.AddressInfo).port}`)
  return {
    settings: {
      endpoint,
      bucket,
      region: 'us-east-1',
      prefix: 'priyomka/',
      style: 'path',
      keyId: 'S3RVER',
      secret: 'S3RVER',
    },
    cut: (direction, bytes) => (faults[direction] = bytes),
    falsify: (from, to) => (faults.false = [from, to]),
    silence(isSilent) {
      faults.silent = isSilent
      for (const socket of open) socket.destroy()
    },
    async close() {
      for (const socket of open) socket.destroy()
      line.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

interface Faults {
  up?: number | undefined
  down?: number | undefined
  false?: readonly [string, string]
  silent: boolean
}

function spoil(faults: Faults, direction: 'up' | 'down', socket: net.Socket): Transform {
  let seen = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length
      const limit = faults[direction]
      if (limit !== undefined && seen > limit) return void socket.destroy()
      const isChanged = direction === 'up' && faults.false
      done(
        null,
        isChanged
          ? Buffer.from(piece.toString('latin1').replace(...faults.false!), 'latin1')
          : piece,
      )
    },
  })
}
