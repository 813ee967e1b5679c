import { useEffect, useRef, useState } from 'react'
import { mergeRecord, type Conflict } from './merge-record.ts'

type Values = Record<string, unknown>

export interface FreshRecord {
  /** Fields to choose one by one before the record can be saved. */
  conflicts: Conflict[]
  /** Paths that were taken from the other side. */
  adoptedPaths: string[]
  choose: (conflict: Conflict, side: 'mine' | 'now') => void
  /** A new version that arrives while the form is being sent waits: it is most likely the form's own. */
  hold: () => void
  /** Receives the result of sending: nothing when it was refused, mostly the saved record. */
  settle: (answer: unknown) => void
  /** This version is the form's own, although the step after saving was refused. */
  own: (version: number) => void
}

/** The part of the form library that merges a newer record with the typed values. */
interface MergedForm<V> {
  getValues(): V
  setInitialValues(values: V): void
  setValues(values: V): void
  resetDirty(values: V): void
  setFieldValue(path: string, value: unknown): void
}

interface KeptRecord<V extends Values> {
  initial: V
  version: number | undefined
}

/** Keeps an open form up to date with its record: a newer version is merged with what was typed (screens.md 6). */
export function useFreshRecord<V extends Values>(
  kit: MergedForm<V>,
  { initial, version }: KeptRecord<V>,
): FreshRecord {
  const base = useRef({ version, values: initial })
  const own = useRef(false)
  const ownVersion = useRef<number>(undefined)
  const [isPaused, setIsPaused] = useState(false)
  const [state, setState] = useState<Pick<FreshRecord, 'conflicts' | 'adoptedPaths'>>(NOTHING)
  useEffect(() => {
    if (isPaused) return
    const saved = own.current || (version !== undefined && version === ownVersion.current)
    own.current = false
    if (version === base.current.version) return
    const merged = mergeRecord(base.current.values, kit.getValues(), initial)
    base.current = { version, values: initial }
    kit.setInitialValues(initial)
    kit.setValues(saved ? initial : (merged.values as V))
    kit.resetDirty(initial)
    setState(saved ? NOTHING : { conflicts: merged.conflicts, adoptedPaths: merged.adoptedPaths })
  }, [version, isPaused, initial, kit])
  return {
    ...state,
    choose: (conflict, side) => {
      if (side === 'now') kit.setFieldValue(conflict.path, conflict.now)
      setState(({ conflicts, adoptedPaths }) => ({
        conflicts: conflicts.filter((one) => one !== conflict),
        adoptedPaths,
      }))
    },
    hold: () => setIsPaused(true),
    settle: (answer) => {
      own.current = answer !== undefined
      // The saved record reaches the form only after this render: its version is recognised then.
      ownVersion.current = versionOf(answer) ?? ownVersion.current
      setIsPaused(false)
    },
    own: (ownOne) => {
      ownVersion.current = ownOne
    },
  }
}

function versionOf(answer: unknown): number | undefined {
  const { version } = (answer ?? {}) as { version?: unknown }
  return typeof version === 'number' ? version : undefined
}

const NOTHING: Pick<FreshRecord, 'conflicts' | 'adoptedPaths'> = { conflicts: [], adoptedPaths: [] }
