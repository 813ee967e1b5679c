import { formatKg, formatPercent } from '../core/input-text.ts'

interface ContaminatedLine {
  readonly base_g: number | null
  readonly zasor_mode: 'percent' | 'weight' | null
  readonly zasor_bp: number | null
  readonly zasor_g: number | null
  readonly zasor_step_g: number | null
}

/** «округлено до 10 кг» where the typed percent of the load is not what the step made of it; undefined where it is (domain.md 5.1). */
export function roundingWords(line: ContaminatedLine): string | undefined {
  const { base_g, zasor_mode, zasor_bp, zasor_g, zasor_step_g } = line
  if (zasor_mode !== 'percent' || zasor_bp === null || zasor_g === null) return undefined
  if (BigInt(base_g ?? 0) * BigInt(zasor_bp) === BigInt(zasor_g) * 10_000n) return undefined
  return zasor_step_g === null ? 'округлено' : `округлено до ${formatKg(zasor_step_g)}\u00a0кг`
}

/** «засор 230 кг (3 %, округлено до 10 кг)»; what was typed in kilograms has no percent of its own. */
export function contaminationWords(line: ContaminatedLine, isOfRest: boolean): string {
  const { base_g, zasor_mode, zasor_bp, zasor_g } = line
  const of = isOfRest ? ` от ${formatKg(base_g ?? 0)}\u00a0кг` : ''
  const share = zasor_mode === 'percent' && `${formatPercent(zasor_bp ?? 0)}\u00a0%${of}`
  const how = [share, roundingWords(line)].filter(Boolean).join(', ')
  return `засор ${formatKg(zasor_g ?? 0)}\u00a0кг${how && ` (${how})`}`
}
