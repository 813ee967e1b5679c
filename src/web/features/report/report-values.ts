import { useState } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import { monthShown } from '#contract/report/month-shown.ts'
import type { ReportDescription } from '#contract/report/report-entities.ts'
import { today } from '#web/ui/format.ts'

/** Parameters of a report by name; an empty text is none. */
type Values = Readonly<Record<string, string>>

interface OrderState {
  readonly values: Values
  /** The address that the values agree with or go beyond by what is still being typed. */
  readonly seen: string
  /** Addresses that the form itself wrote and the router has not shown yet, in their order. */
  readonly written: readonly string[]
}

/**
 * The parameters of a report's form. The address is their truth: `named` are its own, for the rows; `values` are besides what is
 * being typed, and go into the address by `commit` or by a whole value. An address that the form did not write (a link, the
 * palette, «Back») replaces them all; one that it wrote leaves what was typed since.
 */
export function useReportValues(kind: ReportDescription) {
  const [address, setAddress] = useSearchParams()
  const named = valuesOf(kind, address)
  const shown = address.toString()
  const [state, setState] = useState<OrderState>({ values: named, seen: shown, written: [] })
  if (shown !== state.seen) setState(seeAddress(state, shown, named))
  const { values } = state
  const write = (next: Values) => {
    const own = addressOf(kind, next)
    setState((latest) => addWritten(latest, own.toString()))
    setAddress(own, { replace: true })
  }
  const change = (name: string, value: string, whole: boolean) => {
    setState((latest) => ({ ...latest, values: { ...latest.values, [name]: value } }))
    if (whole) write({ ...values, [name]: value })
  }
  return { values, named, change, commit: () => write(values) }
}

/** The same address once more shows nothing new. */
function addWritten(state: OrderState, own: string): OrderState {
  const { seen, written } = state
  return own === (written.at(-1) ?? seen) ? state : { ...state, written: [...written, own] }
}

function seeAddress({ values, written }: OrderState, shown: string, named: Values): OrderState {
  const place = written.indexOf(shown)
  return place === -1
    ? { values: named, seen: shown, written: [] }
    : { values, seen: shown, written: written.slice(place + 1) }
}

/** What the address names; without a period the month that has something to tell, from a named day on all until today. */
function valuesOf(kind: ReportDescription, address: URLSearchParams): Values {
  const usual = address.has('date_from') ? { ...usualOf(kind), date_to: today() } : usualOf(kind)
  const entries = kind.params.map(({ name }) => [name, address.get(name) ?? usual[name] ?? ''])
  return Object.fromEntries(entries) as Values
}

/** A field that is emptied stays in the address as empty, where its absence would mean the usual value. */
function addressOf(kind: ReportDescription, values: Values): URLSearchParams {
  const usual = usualOf(kind)
  const named = Object.entries(values).filter(([name, value]) => value !== '' || usual[name])
  return new URLSearchParams([['order', kind.type], ...named])
}

function usualOf(kind: ReportDescription): Values {
  const { from, to } = monthShown(today())
  const period = { date_from: from, date_to: to, date: today(), year: to.slice(0, 4) }
  const choices = kind.params.flatMap(({ name, usual }) => (usual ? [[name, usual]] : []))
  return { ...Object.fromEntries(choices), ...period } as Values
}

export function filledOf(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
