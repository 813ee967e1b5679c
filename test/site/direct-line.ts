import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../../scripts/ports.ts'
import { selfMadeCertificate } from '../support/self-made-certificate.ts'
import { standBetween, type Between } from '../failures/tcp-between.ts'

/** The way of browsers to an agent over TLS, with a hand on it and a count of what the agent gave. */
export interface DirectLine {
  readonly origin: string
  /** PEM, signed by itself. */
  readonly cert: string
  readonly agentEnv: Record<string, string>
  readonly line: Between
  bytes(): number
  close(): Promise<void>
}

export async function openDirectLine(): Promise<DirectLine> {
  const { cert, key } = selfMadeCertificate()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-tls-'))
  const [certFile, keyFile] = [path.join(dir, 'cert.pem'), path.join(dir, 'key.pem')]
  await writeFile(certFile, cert)
  await writeFile(keyFile, key, { mode: 0o600 })
  const port = await freePort()
  let bytes = 0
  const line = await standBetween(port, { back: (given) => void (bytes += given.length) })
  return {
    origin: `https://localhost:${line.port}`,
    cert,
    agentEnv: {
      AGENT_DIRECT_PORT: String(port),
      AGENT_DIRECT_CERT: certFile,
      AGENT_DIRECT_KEY: keyFile,
    },
    line,
    bytes: () => bytes,
    async close() {
      await line.close()
      await rm(dir, { recursive: true })
    },
  }
}
