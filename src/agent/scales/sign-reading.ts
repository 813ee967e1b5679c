import { sign, type KeyObject } from 'node:crypto'
import { signedText, type SignedFields } from '#contract/device/signed-text.ts'

/** Who the agent is, and its own Ed25519 key, whose public half the server has from the enrolment. */
export interface Signer {
  readonly agent_id: string
  readonly key: KeyObject
}

/** Ed25519 of devices.md 4.4 in base64url: whoever has the public key can check it and cannot make it. */
export function signReading({ key }: Signer, reading: SignedFields): string {
  return sign(null, Buffer.from(signedText(reading)), key).toString('base64url')
}
