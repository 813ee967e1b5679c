import { ask } from '#web/ui/dialogs/ask.ts'

/** Why a visit is void; undefined = it stays. */
export const whyVoid = (number: string): Promise<string | undefined> =>
  ask.textarea({
    title: `Аннулировать заезд ${number}?`,
    label: 'Причина',
    min: 5,
    main: 'Аннулировать',
  })
