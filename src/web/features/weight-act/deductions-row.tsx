import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { ActionIcon } from '@mantine/core'
import { PackageMinus, X } from 'lucide-react'
import { ownCompany } from '#contract/company/own-company.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { kg } from '#web/ui/format.ts'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import styles from './line-fields.module.css'
import {
  NO_DEDUCTIONS,
  slotsOf,
  withDeduction,
  type LineDeductions,
  type DeductionInput,
} from './line-deductions.ts'
import { openerId, packId, type OpenDeductions } from './use-open-deductions.ts'

interface DeductionsRowProps {
  /** The line's key, the same as on its `data-line`. */
  line: string
  /** «строки 2» or «позиции 2», as the fields are read aloud. */
  name: string
  cuts: LineDeductions
  open: OpenDeductions
  /** Cells of the table's row. */
  span: number
  /** The server's figures, after it counted. */
  figures: { base_g: number | null } | undefined
  /** Path of the line in the body, at which the server names what it refuses. */
  path: string
  problems: Record<string, string | undefined>
  change: (part: Partial<LineDeductions>) => void
}

/** Pack and deductions of a line in one row under it; the last entry waits for the next deduction. */
export function DeductionsRow(props: DeductionsRowProps) {
  const { line, name, cuts, open, span, figures, path, problems } = props
  if (!open.isOpen(line, cuts)) return null
  const slots = slotsOf(cuts)
  const sum = problems[`${path}.deductions`]
  const change = (part: Partial<LineDeductions>) => {
    open.keep(line)
    props.change(part)
  }
  return (
    <tr className={styles['row']} data-line={line}>
      <td colSpan={span}>
        <div className={styles['cuts']}>
          <span className={styles['word']}>Упаковка</span>
          <WeightInput
            id={packId(line)}
            autoFocus={open.isAsked(line)}
            className={styles['weight'] ?? ''}
            aria-label={`Упаковка ${name}, кг`}
            data-path={`${path}.pack_g`}
            data-label={`Упаковка ${name}`}
            value={cuts.pack_g === 0 ? null : cuts.pack_g}
            error={problems[`${path}.pack_g`]}
            onChange={(pack_g) => change({ pack_g })}
          />
          <span className={styles['word']}>Вычеты</span>
          <div
            className={styles['cuts']}
            data-path={`${path}.deductions`}
            data-label={`Вычеты ${name}`}
          >
            {slots.map((one, place) => (
              <Deduction
                // The empty entry becomes a typed one while it has the focus.
                key={place}
                one={one}
                name={`${place + 1} ${name}`}
                path={`${path}.deductions.${place}`}
                problems={problems}
                refused={sum !== undefined && one.grams !== null}
                change={(part) => change({ deductions: withDeduction(cuts, place, part) })}
              />
            ))}
            {sum && <span className={styles['problem']}>{sum}</span>}
          </div>
          <span className={styles['end']}>
            {cuts.deductions.length > 0 && figures && (
              <span data-figure>после вычетов {kg(figures.base_g)}</span>
            )}
            <ActionIcon
              variant="subtle"
              aria-label={`Без упаковки и вычетов: очистить и закрыть у ${name}`}
              title="Без упаковки и вычетов"
              onClick={() => {
                props.change(NO_DEDUCTIONS)
                open.close(line)
              }}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </span>
        </div>
      </td>
    </tr>
  )
}

interface DeductionProps {
  one: DeductionInput
  name: string
  path: string
  problems: DeductionsRowProps['problems']
  /** The sum of all is more than the load. */
  refused: boolean
  change: (part: Partial<DeductionInput>) => void
}

function Deduction({ one, name, path, problems, refused, change }: DeductionProps) {
  const reasons = useReasons(one.reason)
  return (
    <span className={styles['one']}>
      <SearchSelect
        className={styles['reason'] ?? ''}
        aria-label={`Причина вычета ${name}`}
        placeholder="Причина"
        nothingFoundMessage="Не найдено"
        data-path={`${path}.reason`}
        data-label={`Причина вычета ${name}`}
        data={reasons.map((word) => ({ value: word, label: word }))}
        value={one.reason}
        error={problems[`${path}.reason`]}
        onChange={(reason) => change({ reason })}
      />
      <WeightInput
        className={styles['weight'] ?? ''}
        aria-label={`Вычет ${name}, кг`}
        data-path={`${path}.grams`}
        data-label={`Вычет ${name}`}
        value={one.grams}
        error={problems[`${path}.grams`] ?? refused}
        onChange={(grams) => change({ grams })}
      />
      {(one.reason !== null || one.grams !== null) && (
        <ActionIcon
          variant="subtle"
          aria-label={`Убрать вычет ${name}`}
          title="Убрать вычет"
          onClick={({ currentTarget }) => {
            // The button disappears with the entry: the focus moves to the field for the next one.
            currentTarget.parentElement?.querySelector('input')?.focus()
            change({ reason: null, grams: null })
          }}
        >
          <X size={14} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}

/** The company's own reasons; one that was taken off the list meanwhile stays where it is used. */
function useReasons(used: string | null): string[] {
  const own = useCall(ownCompany.getOwn, {}, { fresh: REFERENCE_MS, quiet: true })
  const reasons = own.data?.settings.rules.deduction_reasons ?? []
  return used && !reasons.includes(used) ? [...reasons, used] : reasons
}

/** Opens the row above from its line. */
export function DeductionsButton({
  line,
  name,
  cuts,
  open,
}: Pick<DeductionsRowProps, 'line' | 'name' | 'cuts' | 'open'>) {
  const keyOf = useHotkeyNames()
  return (
    <ActionIcon
      id={openerId(line)}
      variant="subtle"
      aria-label={`Упаковка и вычеты ${name}`}
      aria-expanded={open.isOpen(line, cuts)}
      title={`Упаковка и вычеты · ${keyOf('deductions')}`}
      onClick={() => open.open(line)}
    >
      <PackageMinus size={16} aria-hidden />
    </ActionIcon>
  )
}
