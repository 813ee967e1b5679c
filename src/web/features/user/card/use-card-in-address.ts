import { useEffect } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import { showPersonById } from './people-actions.ts'

/** `?card=` opens a person's card over the list at once; the address is then that of the list again. */
export function useCardInAddress() {
  const [query, setQuery] = useSearchParams()
  const card = query.get('card')
  useEffect(() => {
    if (!card) return
    setQuery(
      (before) => {
        before.delete('card')
        return before
      },
      { replace: true },
    )
    void showPersonById(card)
  }, [card, setQuery])
}
