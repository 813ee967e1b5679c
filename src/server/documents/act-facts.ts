import type { ActTexts } from '#contract/act/act-fields.ts'
import type { ActKind, ActWithPositions } from '#contract/act/act-entities.ts'
import type { PositionFields } from '#contract/act/position-fields.ts'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import type * as z from 'zod/mini'

type Form = z.output<typeof ActWithPositions>

/** The buyer as printed; frozen at issue. */
export interface CompanyFacts {
  readonly name: string
  readonly inn: string
  readonly kpp: string | null
  readonly ogrn: string
  readonly okpo: string | null
  readonly legal_address: string
  readonly phone: string
  readonly licence_number: string | null
  readonly licence_date: string | null
  readonly licence_authority: string | null
  readonly director_position: string
  readonly director_name: string
  readonly account: string | null
  readonly bik: string | null
  readonly bank_name: string | null
  readonly corr_account: string | null
}

export interface DocumentFacts {
  readonly title: string
  readonly series: string
  readonly number: string
  readonly issued_by: string
  readonly issued_at: string
  readonly dept_code: string | null
}

export interface RepresentativeFacts {
  readonly full_name: string
  readonly authority: string
  readonly number: string | null
  readonly date: string | null
  readonly document: DocumentFacts | null
}

/** The supplier as printed; frozen at issue and encrypted at rest. */
export interface SupplierFacts {
  readonly type: SupplierType
  readonly name: string
  readonly birth_date: string | null
  readonly document: DocumentFacts | null
  /** Registration address of a person, legal address of an organisation. */
  readonly address: string | null
  readonly inn: string | null
  readonly kpp: string | null
  readonly ogrn: string | null
  readonly phone: string | null
  /** Where money goes, masked; null when nothing is chosen yet. */
  readonly payout: string | null
  readonly vat_mode: string
  readonly representative: RepresentativeFacts | null
}

/** A row of the table; weights are null for products by piece. */
export interface PositionFacts extends PositionFields {
  readonly name: string
  readonly gost_category: string | null
  readonly waste_code: string | null
  readonly code: string | null
  readonly gross_g: number | null
  readonly tare_g: number | null
  readonly pack_g: number | null
  /** A share of a load that was weighed once: only the first share has the weighing. */
  readonly is_divided: boolean
  readonly shown_zasor_bp: number | null
  readonly net_g: number | null
  readonly qty: number | null
  readonly price_kop: number | null
  readonly amount_kop: number
}

/** Everything that an act of purchase prints; the same facts always give the same bytes. */
export interface ActFacts extends ActTexts {
  readonly kind: ActKind
  readonly number: string | null
  /** `YYYY-MM-DD` and `HH:MM` in the company's time zone; null in a draft. */
  readonly date: string | null
  readonly time: string | null
  readonly site_name: string
  readonly site_address: string
  readonly company: CompanyFacts
  readonly supplier: SupplierFacts
  readonly vehicle: Form['vehicle']
  readonly radiation: Form['radiation']
  readonly explosion: Form['explosion']
  readonly accepted_by: { readonly position: string | null; readonly full_name: string }
  readonly positions: readonly PositionFacts[]
  readonly net_g: number
  readonly total_kop: number
  /** How each net weight follows from what was weighed: divided loads, deductions, contamination. */
  readonly weight_notes: readonly string[]
  /** Sentences about how weights came about, such as «ручной ввод». */
  readonly marks: readonly string[]
  /** Where the QR code leads on this server: the way back to the record. */
  readonly link: string
}
