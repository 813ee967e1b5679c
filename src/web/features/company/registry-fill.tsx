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
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  if (!data?.has_registry) return null
  const fill = async () => {
    setIsAsking(true)
    const answer = await readParty(inn).finally(() => setIsAsking(false))
    if (!answer) return
    const values: Readonly<Record<string, unknown>> = form.kit.getValues()
    // Another one was typed meanwhile.
    if (String(values['inn'] ?? '').trim() !== inn) return
    const { party, said, warning } = answer
    if (!party) return setOutcome({ inn, text: said ?? '', warning: null })
    const told = Object.entries(proposed(party)).filter(
      (one): one is [string, string] => one[1] !== null && one[1] !== values[one[0]],
    )
    const isOwn = (name: string) =>
      Boolean(values[name]) &&
      values[name] !== given[name] &&
      (form.version !== undefined || form.kit.isDirty(name))
    const free = told.filter(([name]) => !isOwn(name))
    const own = told.filter(([name]) => isOwn(name))
    form.set(Object.fromEntries(free) as Partial<V>)
    setGiven({ ...given, ...Object.fromEntries(free) })
    const titles = (some: typeof told) => some.map(([name]) => fields[name]?.label).join(', ')
    const text =
      told.length === 0
        ? 'В форме то же, что в реестре'
        : free.length > 0
          ? `Заполнено по реестру: ${titles(free)}`
          : 'Заполнять нечего: пустых полей нет'
    setOutcome({ inn, text, warning })
    if (own.length === 0) return
    const facts = own.map(([name, value]) => ({
      label: fields[name]?.label ?? name,
      value: `${String(values[name])} → ${value}`,
    }))
    const isMeant = await ask.confirm({
      title: 'Заменить введённое?',
      text: 'В реестре иначе, чем в форме. Пустые поля уже заполнены.',
      main: 'Заменить',
      facts,
      loses: true,
    })
    if (!isMeant) return
    form.set(Object.fromEntries(own) as Partial<V>)
    setOutcome({ inn, text: `Заполнено по реестру: ${titles([...free, ...own])}`, warning })
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

/** Without an answer the form only has to be filled in by hand; the call itself has said why. */
async function readParty(inn: string) {
  const query = { inn }
  const answer = await callOnce(partyRegistry.findParty, { query }).catch((error: unknown) => error)
  if (answer instanceof CallError) return undefined
  if (answer instanceof Error) throw answer
  return answer as Awaited<ReturnType<typeof callOnce<typeof partyRegistry.findParty>>>
}
