import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface ArrivedLetter {
  readonly to: string
  /** As it came over the line. */
  readonly raw: string
  /** Its decoded text. */
  readonly words: string
  /** Its decoded page, where it has one. */
  readonly page: string | undefined
}

export interface TestMailServer extends AsyncDisposable {
  /** As `SMTP_URL`, on this machine. */
  readonly url: string
  readonly letters: ArrivedLetter[]
}

interface MailServerSettings {
  /** Addresses whose letters are refused. */
  readonly refuses?: RegExp
  /** Encrypted from the first byte, with the certificate that the library makes for itself. */
  readonly secure?: boolean
  /** The password that it asks for. */
  readonly password?: string
}

/** A mail server of another hand on this machine, over real SMTP. */
export async function openMailServer(settings: MailServerSettings = {}): Promise<TestMailServer> {
  const { refuses, secure = false, password } = settings
  const letters: ArrivedLetter[] = []
  const server = new SMTPServer({
    secure,
    disabledCommands: secure ? [] : ['STARTTLS'],
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ password: given }, _session, done) {
      if (given === password) done(null, { user: 'priemka' })
      else done(new Error('Неверный пароль'))
    },
    onRcptTo({ address }, _session, done) {
      done(refuses?.test(address) ? new Error('Такого ящика нет') : null)
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join()
      void text(stream).then((raw) => {
        letters.push({ to, raw, ...partsOf(raw) })
        done()
      })
    },
  })
  // A connection that breaks off belongs to the tests that cause it.
  server.on('error', () => undefined)
  const listening = once(server.server, 'listening')
  server.listen(0, '127.0.0.1')
  await listening
  const { port } = server.server.address() as AddressInfo
  const user = password === undefined ? '' : `priemka:${encodeURIComponent(password)}@`
  return {
    url: `${secure ? 'smtps' : 'smtp'}://${user}127.0.0.1:${port}`,
    letters,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The parts of a letter; one of a single part is its words. */
function partsOf(raw: string): { words: string; page: string | undefined } {
  const [, border] = /^content-type: multipart\/alternative;\s*boundary="([^"]+)"/im.exec(raw) ?? []
  if (border === undefined) return { words: wordsOf(raw), page: undefined }
  const parts = raw
    .split(`--${border}`)
    .slice(1, -1)
    .map((part) => part.trimStart())
  const partOf = (kind: string) =>
    parts.find((part) => part.toLowerCase().startsWith(`content-type: ${kind}`))
  const page = partOf('text/html')
  return { words: wordsOf(partOf('text/plain')!), page: page && wordsOf(page) }
}

/** The words of a quoted or base64 text of one part. */
function wordsOf(raw: string): string {
  const [head, ...body] = raw.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/transfer-encoding: base64/i.test(head!)) return Buffer.from(text, 'base64').toString()
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
