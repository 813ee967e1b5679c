import { bikDirectory, type BikAnswer, type BikBank } from '#contract/bank/bik-directory.ts'
import { bikProblem } from '#contract/requisites/bik.ts'
import { CallError } from '#web/state/call-error.ts'
import { callOnce, REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import type { FieldProps } from '#web/ui/inputs/field-props.ts'
import { day } from '#web/ui/format.ts'
import { BikInput } from '#web/ui/inputs/masked-inputs.tsx'
import styles from './bik.module.css'

interface BikFieldProps extends FieldProps<string> {
  /** Called when the typed digits become a БИК: with its bank, or with null where the directory has none. */
  found?: (bank: BikBank | null) => void
}

/** БИК with the bank and its correspondent account as the Bank of Russia's directory has them, and why money may not arrive there. */
export function BikField({ found, ...field }: BikFieldProps) {
  const bik = field.value ?? ''
  const whole = bikProblem(bik) === undefined
  const { data } = useCall(
    bikDirectory.find,
    { query: { bik } },
    { when: whole, fresh: REFERENCE_MS, quiet: true },
  )
  const bank = whole ? data?.bank : undefined
  const change = (typed: string | null) => {
    field.onChange?.(typed)
    if (found && bikProblem(typed ?? '') === undefined) void bankOf(typed!).then(found)
  }
  const warning = whole ? data?.warning : undefined
  const account = bank?.corr_account && `корр. счёт ${bank.corr_account}`
  const known = bank && [bank.name, bank.place, account].filter(Boolean).join(', ')
  const said = warning ?? known
  const full = warning && bank ? `${bank.name}. ${warning}` : said
  const age = whole && data ? ageWords(data) : undefined
  return (
    <BikInput
      {...field}
      onChange={change}
      description={
        full && (
          <>
            <span role={warning ? 'alert' : 'status'}>{full}</span>
            {age && <span className={styles['age']}>{age}</span>}
          </>
        )
      }
    />
  )
}

/** By which directory the bank is known: a day while it is young, then what it cannot know. */
const ageWords = ({ directory_day: known, directory_warning: warning }: BikAnswer) =>
  warning ?? (known && `По справочнику на ${day(known)}`)

/** Without an answer the form only has to be filled in by hand. */
async function bankOf(bik: string): Promise<BikBank | null> {
  const answer = await callOnce(bikDirectory.find, { query: { bik } }, REFERENCE_MS).catch(
    (error: unknown) => error,
  )
  if (answer instanceof CallError) return null
  if (answer instanceof Error) throw answer
  return (answer as BikAnswer).bank
}
