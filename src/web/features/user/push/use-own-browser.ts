import { useEffect, useState } from 'react'
import { pushBrowsers, type PushBrowser } from '#contract/user/push-browsers.ts'
import { noticeChoices } from '#contract/user/notice-choices.ts'
import { useSend } from '#web/api/use-send.ts'
import { askPermission, ownFingerprint, PushProblem, subscribe, unsubscribe } from './ask-push.ts'

const REFRESHES = [pushBrowsers.getPushBrowsers, noticeChoices.getNoticeChoices]

/** This very browser among those of the user: which it is, and the ways in and out. */
export function useOwnBrowser(browsers: readonly PushBrowser[]) {
  const [fingerprint, setFingerprint] = useState<string>()
  const [adding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = useSend(pushBrowsers.beginPush)
  const save = useSend(pushBrowsers.addPushBrowser, { refreshes: REFRESHES })
  const drop = useSend(pushBrowsers.removePushBrowser, { refreshes: REFRESHES })
  // A browser that keeps no data of sites refuses even the question: it takes no notices.
  useEffect(() => void ownFingerprint().then(setFingerprint, () => undefined), [])
  const current = browsers.find((one) => one.fingerprint === fingerprint)

  const run = async () => {
    await askPermission()
    const asked = await begin.send({})
    if (!asked) return begin.lastRefusal()?.message
    const saved = await save.send({ body: await subscribe(asked.public_key) })
    setFingerprint(saved?.fingerprint)
    return save.lastRefusal()?.message
  }
  const add = async (): Promise<boolean> => {
    setAdding(true)
    setProblem(undefined)
    const told = await run()
      .catch((error: unknown) => {
        if (error instanceof PushProblem) return error.message
        throw error
      })
      .finally(() => setAdding(false))
    setProblem(told)
    return told === undefined
  }
  const remove = async (browser: PushBrowser): Promise<boolean> => {
    const done = await drop.send({ body: { id: browser.id } })
    if (done && browser.id === current?.id) await unsubscribe()
    return done !== undefined
  }
  return { current, add, adding, problem, remove, removing: drop.sending }
}
