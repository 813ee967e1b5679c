import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/handle.ts'

const place = (db: Db, deviceId: string, field: 'password' | 'agent_key') => ({
  companyId: db.companyId,
  table: 'device',
  id: deviceId,
  field,
})

/** A camera's password as stored in `connection.password`: encrypted, in base64. */
export function encryptPassword(db: Db, deviceId: string, password: string): string {
  const sealed = db.services.seal.close(place(db, deviceId, 'password'), password)
  return sealed.toString('base64')
}

/** The password for the agent's configuration; throws when it was not sealed for this device. */
export function openPassword(db: Db, deviceId: string, sealed: string): string {
  return db.services.seal.open(place(db, deviceId, 'password'), Buffer.from(sealed, 'base64'))
}

/** A new key for signing a scale's readings, sealed for the column `agent_key`; 32 bytes in base64url inside. */
export function encryptNewAgentKey(db: Db, deviceId: string): Buffer {
  const key = randomBytes(32).toString('base64url')
  return db.services.seal.close(place(db, deviceId, 'agent_key'), key)
}

/** A scale's key in base64url. */
export function openAgentKey(db: Db, deviceId: string, sealed: Buffer): string {
  return db.services.seal.open(place(db, deviceId, 'agent_key'), sealed)
}
