import { Button } from '@mantine/core'
import { useState } from 'react'
import { partyRegistry, type Party } from '#contract/company/party-registry.ts'
import { innProblem } from '#contract/requisites/inn.ts'
import { callOnce, REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { CallError } from '#web/state/call-error.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import styles from './registry-fill.module.css'

interface RegistryFillProps<V extends Record<string, unknown>> {
  form: RecordForm<V>
  inn: string | null | undefined
  fields: Readonly<Record<string, { readonly label: string }>>
  /** What the registry has for fields of this form; null is what it does not say. */
  proposed: (party: Party) => Readonly<Record<string, string | null>>
}

interface Outcome {
  readonly inn: string
  readonly text: string
  readonly warning: string | null
}

/** What the registry gave for an ИНН, by the name of its field. */
interface Given {
  readonly inn: string
  readonly values: Readonly<Record<string, string>>
}

/** Fills in requisites by ИНН where the installation has a registry. What a person typed is replaced only after a question. */
export function RegistryFill<V extends Record<string, unknown>>(props: RegistryFillProps<V>) {
  const { form, fields, proposed } = props
  const inn = (props.inn ?? '').trim()
  const { data } = useCall(
    partyRegistry.findParty,
    { query: {} },
    { fresh: REFERENCE_MS, quiet: true },
  )
  const [outcome, setOutcome] = useState<Outcome>()
  const [isAsking, setIsAsking] = useState(false)
  // What came from the registry before is not a person's: another ИНН replaces it without a question.
  const [given, setGiven] = useState<Given>()
  if (!data?.has_registry) return null
  const fill = async () => {
    setIsAsking(true)
    const answer = await readParty(inn).finally(() => setIsAsking(false))
    if (!answer) return
    const values: Readonly<Record<string, unknown>> = form.kit.getValues()
    // Another one was typed meanwhile.
    if (String(values['inn'] ?? '').trim() !== inn) return
    const { party, said, warning } = answer
    const isGiven = (name: string) => Boolean(values[name]) && values[name] === given?.values[name]
    const isOwn = (name: string) =>
      Boolean(values[name]) &&
      !isGiven(name) &&
      (form.version !== undefined || form.kit.isDirty(name))
    // Typed beside this very ИНН: the registry says nothing against it.
    const isOfThis =
      given?.inn === inn ||
      (form.version !== undefined && form.kit.getInitialValues()['inn'] === inn)
    const found = party ? proposed(party) : nothingFor(given)
    const told = Object.entries(found).flatMap(([name, value]): [string, string][] => {
      if (value !== null) return value === values[name] ? [] : [[name, value]]
      // Another's requisites do not stay under this ИНН.
      return !isOfThis && (isGiven(name) || (party && isOwn(name))) ? [[name, '']] : []
    })
    const take = (some: typeof told) => {
      form.set(Object.fromEntries(some) as Partial<V>)
      const all = { ...given?.values, ...Object.fromEntries(some) }
      if (party) setGiven({ inn, values: all })
    }
    const own = told.filter(([name]) => isOwn(name))
    const free = told.filter(([name]) => !isOwn(name))
    take(free)
    const tell = (some: typeof told) => setOutcome({ inn, text: outcomeText(some), warning })
    const outcomeText = (some: typeof told) => {
      const changes = changesText(some, fields)
      if (!party) return [said, changes].filter(Boolean).join('. ')
      if (told.length === 0) return 'В форме то же, что в реестре'
      return changes || 'Заполнять нечего: пустых полей нет'
    }
    tell(free)
    if (own.length === 0) return
    const isMeant = await ask.confirm({
      title: 'Заменить введённое?',
      text: 'В реестре иначе, чем в форме. Пустые поля уже заполнены.',
      main: 'Заменить',
      facts: own.map(([name, value]) => ({
        label: fields[name]?.label ?? name,
        value: `${String(values[name])} → ${value || 'пусто, в реестре нет'}`,
      })),
      loses: true,
    })
    if (!isMeant) return
    take(told)
    tell(told)
  }
  const shown = outcome?.inn === inn ? outcome : undefined
  const problem = innProblem(inn)
  return (
    <div className={styles['fill']}>
      <Button
        variant="default"
        loading={isAsking}
        disabled={problem !== undefined}
        title={problem ?? 'Название, номера и адрес из реестра юридических лиц и предпринимателей'}
        onClick={() => void fill()}
      >
        Заполнить по ИНН
      </Button>
      <span role="status">{shown?.text}</span>
      {shown?.warning && <span role="alert">{shown.warning}</span>}
    </div>
  )
}

/** Of an ИНН that the registry does not know: it has none of what it gave for another. */
const nothingFor = (given: Given | undefined): Readonly<Record<string, null>> =>
  Object.fromEntries(Object.keys(given?.values ?? {}).map((name) => [name, null]))

/** «Заполнено по реестру: КПП, ОГРН. Очищено, в реестре нет: ОКПО». */
function changesText(
  some: readonly (readonly [string, string])[],
  fields: RegistryFillProps<Record<string, unknown>>['fields'],
): string {
  const titles = (isFilled: boolean) =>
    some
      .filter(([, value]) => (value !== '') === isFilled)
      .map(([name]) => fields[name]?.label ?? name)
      .join(', ')
  const [filled, emptied] = [titles(true), titles(false)]
  return [
    filled && `Заполнено по реестру: ${filled}`,
    emptied && `Очищено, в реестре нет: ${emptied}`,
  ]
    .filter(Boolean)
    .join('. ')
}

/** Without an answer the form only has to be filled in by hand; the call itself has said why. */
async function readParty(inn: string) {
  const query = { inn }
  const answer = await callOnce(partyRegistry.findParty, { query }).catch((error: unknown) => error)
  if (answer instanceof CallError) return undefined
  if (answer instanceof Error) throw answer
  return answer as Awaited<ReturnType<typeof callOnce<typeof partyRegistry.findParty>>>
}
