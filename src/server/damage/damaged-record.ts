import type { Entity } from '#contract/core/entities.ts'
import { Refusal } from '#http/refusal.ts'
import type { Db } from '../db/handle.ts'
import type { EncryptedPlace } from '../storage/encryption.ts'

/** What of a record the bytes are, as its refusal and its event name it. */
export const damagedParts = {
  file: 'Файл',
  pdf: 'Сохранённый PDF',
  page: 'Сохранённый бланк',
  form: 'Сохранённый текст документа',
  supplier: 'Сохранённый список сведений о поставщике',
  payment_file: 'Файл выплат',
} as const

/** Stored bytes that are not what was stored: somebody changed them past the product, or a disk lost them. */
export interface Damage {
  readonly entity: Entity
  readonly id: string
  readonly part: keyof typeof damagedParts
  /** SHA-256 that was recorded, in hex; absent for what is sealed without one. */
  readonly recorded?: string
  /** SHA-256 that the bytes have now; absent where they are gone or do not open. */
  readonly found?: string
}

/** Refuses what is damaged; whoever answers a call or finishes a file reports it (`report-damage.ts`). */
export class DamagedRecord extends Refusal {
  readonly damage: Damage

  constructor(damage: Damage) {
    const message = `${damagedParts[damage.part]} изменён или утрачен: байты не те, что были сохранены, поэтому он не выдан. Администраторам платформы сообщено`
    super('common.damaged', { message })
    this.damage = damage
  }
}

interface SealedPart {
  readonly place: EncryptedPlace
  readonly sealed: Buffer
  readonly damage: Damage
}

/** The text of a sealed field; one that does not open was changed past the product. */
export function openSealed({ services }: Db, { place, sealed, damage }: SealedPart): string {
  try {
    return services.seal.open(place, sealed)
  } catch {
    throw new DamagedRecord(damage)
  }
}
