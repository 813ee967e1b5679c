import { useState } from 'react'
import { passkeys } from '#contract/user/passkeys.ts'
import { useSend } from '#web/api/use-send.ts'

const askBrowser = () => import('#web/session/passkey/ask-browser.ts')

/** Adds a key: the server asks, the browser makes it, the server takes it. `problem` is why it did not come to that. */
export function useNewPasskey() {
  const [adding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = useSend(passkeys.beginPasskey)
  const save = useSend(passkeys.addPasskey, { refreshes: [passkeys.getPasskeys] })
  const run = async (name: string) => {
    const asked = await begin.send({})
    if (!asked) return begin.lastRefusal()?.message
    const { createKey, KeyProblem } = await askBrowser()
    const made = await createKey(asked).catch((error: unknown) => {
      if (error instanceof KeyProblem) return error.message
      throw error
    })
    if (typeof made === 'string') return made
    await save.send({ body: { ...made, ticket: asked.ticket, name } })
    return save.lastRefusal()?.message
  }
  const add = async (name: string): Promise<boolean> => {
    setAdding(true)
    setProblem(undefined)
    const told = await run(name).finally(() => setAdding(false))
    setProblem(told)
    return told === undefined
  }
  return { add, adding, problem }
}
