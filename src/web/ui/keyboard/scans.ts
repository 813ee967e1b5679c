import { useContext, useLayoutEffect, useRef } from 'react'
import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { KeyDepth, topLayer } from './keys.ts'

/** Whether a text that a hand-held scanner or a camera read is taken. */
type ScanTaker = (text: string) => boolean
type PassportTaker = (read: MachineReadable) => void

/** What takes a scan where no part of the screen does. */
interface Shell {
  openCode: (text: string) => void
  showPassport: PassportTaker
}

const takers: { depth: number; take: ScanTaker }[] = []
const passportTakers: { depth: number; take: PassportTaker }[] = []
let shell: Shell | undefined

/** Takes what a scanner reads while this part is mounted and no dialog is above it. */
export function useScans(take: ScanTaker): void {
  useTaker(takers, take)
}

/** Takes the lines of a passport that a camera read, likewise. */
export function usePassports(take: PassportTaker): void {
  useTaker(passportTakers, take)
}

function useTaker<A, R>(all: { depth: number; take: (read: A) => R }[], take: (read: A) => R) {
  const depth = useContext(KeyDepth)
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useLayoutEffect(() => {
    const taker = { depth, take: (read: A) => latest.current(read) }
    all.push(taker)
    return () => {
      all.splice(all.indexOf(taker), 1)
    }
  }, [all, depth])
}

/** The part that was opened last is asked first. */
export function offerScan(text: string): boolean {
  return takers.toReversed().some(({ depth, take }) => depth === topLayer() && take(text))
}

/** Says what the shell does with scans; the answer ends it. */
export function connectShell(connected: Shell): () => void {
  shell = connected
  return () => {
    if (shell === connected) shell = undefined
  }
}

/** A code that a camera read goes the way of a hand-held scanner: to a part of the screen, else to its record or the search. */
export function receiveCode(text: string): void {
  if (!offerScan(text)) shell?.openCode(text)
}

export function receivePassport(read: MachineReadable): void {
  const taker = passportTakers.findLast(({ depth }) => depth === topLayer())
  if (taker) taker.take(read)
  else shell?.showPassport(read)
}
