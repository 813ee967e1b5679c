import { createTransport } from 'nodemailer'
import type { MailSettings } from '../settings/mail-settings.ts'
import { letterPage } from './letter-page.ts'

/** A letter to one person: its plain words, of which the mailer makes the page too. */
export interface Letter {
  readonly to: string
  /** Our own words only: what people typed stands in the text, never in a header. */
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Resolves once the mail server has taken the letter; throws what it said otherwise. */
  send(letter: Letter): Promise<void>
}

const DEADLINE_MS = 10_000

/**
 * Letters over SMTP. Outside this machine the connection is always encrypted and the certificate verified; a password is never
 * sent over an open line. `home` is the address of this product: no other is made a link.
 */
export function openMailer({ url, from }: MailSettings, home: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLocal,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text, html: letterPage(text, home) })
    },
  }
}
