const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The telephone of a person: makes the code of a secret for now, or for steps of half a minute from now. It shares no code with
 * the product: what both agree on is the RFC.
 */
export async function codeOf(secret: string, steps = 0): Promise<string> {
  let bits = 0n
  for (const letter of secret) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(letter))
  const length = Math.floor((secret.length * 5) / 8)
  const hex = (bits >> BigInt((secret.length * 5) % 8)).toString(16).padStart(length * 2, '0')
  const counter = new DataView(new ArrayBuffer(8))
  counter.setUint32(4, Math.floor(Date.now() / 30_000) + steps)
  const hash = { name: 'HMAC', hash: 'SHA-1' }
  const bytes = Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.substr(i * 2, 2), 16))
  const key = await crypto.subtle.importKey('raw', bytes, hash, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const taken = mac.getUint32(mac.getUint8(19) % 16) % 0x8000_0000
  return (taken % 1_000_000).toString().padStart(6, '0')
}

/** A code of six digits that is certainly none of those that are good now. */
export async function wrongCode(secret: string): Promise<string> {
  const good = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  return ['000001', '000002', '000003', '000004', '000005', '000006'].find(
    (c) => !good.includes(c),
  )!
}
