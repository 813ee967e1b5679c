import { ask } from '#web/ui/dialogs/ask.ts'

const PROOFS = ['Лично, по паспорту', 'По видеосвязи, узнал в лицо', 'Через руководителя, лично']

/** Asks how a person who lost a factor was recognised: by the word of a stranger on the telephone an account would be taken over. */
export function askProof({ hint, ...words }: { title: string; hint: string; main: string }) {
  return ask.textarea({
    ...words,
    label: 'Как вы убедились, что просит сам человек',
    hint: `${hint} Запись увидят только суперадминистраторы в журнале.`,
    min: 3,
    max: 300,
    reasons: PROOFS,
  })
}
