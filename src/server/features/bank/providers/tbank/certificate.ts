import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { ClientCertificate } from '../../../../outbound/open-connection.ts'

/** Why the bank cannot be spoken to with this certificate; undefined when it can. */
export function certificateProblem({ cert, key }: ClientCertificate): string | undefined {
  try {
    const { validToDate } = new X509Certificate(cert)
    // Refuses a key that belongs to another certificate.
    createSecureContext({ cert, key })
    if (validToDate.getTime() > Date.now()) return undefined
    const day = validToDate.toISOString().slice(0, 10).split('-').toReversed().join('.')
    return `Срок сертификата истёк ${day}`
  } catch {
    return 'Сертификат и ключ не читаются или не подходят друг к другу'
  }
}
