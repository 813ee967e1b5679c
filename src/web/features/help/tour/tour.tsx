import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import { userPreferences } from '#contract/user/user-preferences.ts'
import { send } from '#web/api/send.ts'
import { callOnce, REFERENCE_MS } from '#web/api/use-call.ts'
import { isTour, TOUR_SETTING } from '#web/session/first-answers.ts'
import { browserDatabase } from '#web/state/browser-database.ts'
import { useStore, userId } from '#web/state/store.ts'
import { useDialogs } from '#web/ui/dialogs/ask.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { tourOf, type TourStep } from './tour-steps.ts'
import styles from './tour.module.css'

interface TourProps {
  /** Asked for in the guide: also who has seen it sees it. */
  again: boolean
}

/** What a screen loads at first has moved into its place by then. */
const SCREEN_IS_READY_MS = 1500

/** One minute on the first sign-in of a person, on the home page alone: it covers no form and takes no focus. */
export function Tour({ again }: TourProps) {
  const person = useStore(userId)
  const info = useStore((state) => state.account?.user.info)
  const [steps, setSteps] = useState<readonly TourStep[]>()
  useEffect(() => {
    let isHere = true
    const begin = async () => {
      if (!again && (await hasSeenTour(person))) return
      await new Promise((resolve) => void setTimeout(resolve, SCREEN_IS_READY_MS))
      const shown = info ? tourOf(info).filter(({ selector }) => elementOf(selector)) : []
      if (!isHere || shown.length === 0) return
      await rememberTour(person)
      if (isHere) setSteps(shown)
    }
    // Without an answer nobody knows whether it was seen: it comes at the next sign-in.
    void begin().catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [person, info, again])
  const isUnder = useDialogs((dialogs) => dialogs.stack.length > 0)
  if (!steps || isUnder) return null
  return <Steps steps={steps} close={() => setSteps(undefined)} />
}

/** Of the setting's copy in this browser. */
const copyKey = (person: string) => `${TOUR_SETTING}.${person}`

/** Whether this person has seen the tour, here or on another computer; without an answer it is not shown. */
async function hasSeenTour(person: string): Promise<boolean> {
  if ((await browserDatabase.get('preferences', copyKey(person))) === true) return true
  const all = await callOnce(userPreferences.getPreferences, {}, REFERENCE_MS, true)
  const isSeen = all.some(isTour)
  if (isSeen) keepCopy(person)
  return isSeen
}

/** Stored as soon as it begins: who closes the tab in the middle has seen enough. */
async function rememberTour(person: string): Promise<void> {
  keepCopy(person)
  const body = { key: TOUR_SETTING, scope: 'user', value: true } as const
  await send(userPreferences.updatePreference, { body }, { quiet: true })
}

/** A browser without room for it asks the account each time. */
function keepCopy(person: string): void {
  void browserDatabase.put('preferences', copyKey(person), true).catch(() => undefined)
}

const elementOf = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((element) => element.checkVisibility())

interface StepsProps {
  steps: readonly TourStep[]
  close: () => void
}

function Steps({ steps, close }: StepsProps) {
  const [place, setPlace] = useState(0)
  const step = steps[place]!
  const isLast = place === steps.length - 1
  const box = useBox(step.selector)
  useKeys([{ keys: 'Escape', label: 'Закрыть обзор', run: close }])
  if (!box) return null
  return (
    <>
      <div className={styles['ring']} style={box.ring} />
      <aside className={styles['card']} style={box.card} aria-label="Обзор программы">
        <strong>{step.title}</strong>
        <p role="status">{step.text}</p>
        <div className={styles['buttons']}>
          <span>
            {place + 1} из {steps.length}
          </span>
          {!isLast && (
            <Button variant="subtle" size="xs" onClick={close}>
              Пропустить
            </Button>
          )}
          <Button size="xs" onClick={() => (isLast ? close() : setPlace(place + 1))}>
            {isLast ? 'Понятно' : 'Дальше'}
          </Button>
        </div>
      </aside>
    </>
  )
}

interface Box {
  ring: { left: number; top: number; width: number; height: number }
  card: { left: number; top: number }
}

const CARD = { width: 300, height: 150 }
const GAP = 10
const MARGIN = 4

/** Where the element is now; it is read again when the window or the page under it moves. */
function useBox(selector: string): Box | undefined {
  const [box, setBox] = useState<Box>()
  useLayoutEffect(() => {
    const measure = () => setBox(boxOf(selector))
    measure()
    addEventListener('resize', measure)
    addEventListener('scroll', measure, true)
    return () => {
      removeEventListener('resize', measure)
      removeEventListener('scroll', measure, true)
    }
  }, [selector])
  return box
}

function boxOf(selector: string): Box | undefined {
  const found = elementOf(selector)?.getBoundingClientRect()
  if (!found) return undefined
  const { left, top, width, height, right, bottom } = found
  // Beside an entry of the navigation, else below; never out of the window.
  const isBeside = right < innerWidth / 3
  const at = isBeside
    ? { left: right + GAP, top }
    : { left, top: Math.min(bottom, innerHeight / 2) + GAP }
  return {
    ring: {
      left: left - MARGIN,
      top: top - MARGIN,
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
    },
    card: {
      left: Math.max(GAP, Math.min(at.left, innerWidth - CARD.width - GAP)),
      top: Math.max(GAP, Math.min(at.top, innerHeight - CARD.height - GAP)),
    },
  }
}
