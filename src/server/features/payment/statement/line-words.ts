/** Why a line stands as it does, by the rule that put it there. */
const WORDS: Readonly<Record<string, string>> = {
  marker: 'Метка в назначении, сумма и счёт получателя совпали',
  number: 'Номер и дата поручения, сумма, счёт и БИК получателя совпали',
  amount: 'Совпали сумма и счёт получателя',
  commission: 'Комиссия банка: к выплатам не относится',
  credit: 'Поступление: к выплатам не относится',
  no_payment: 'Такой выплаты нет',
  several_payments: 'Подходит несколько выплат или строк: по сумме и счёту их не различить',
  several_markers: 'В назначении несколько меток выплат',
  unknown_marker: 'Выплаты с такой меткой в компании нет',
  amount_mismatch: 'Банк списал другую сумму, чем в выплате',
  payee_mismatch: 'Банк перевёл на другой счёт, чем в выплате',
  other_agreement: 'Выплата шла через другую настройку банка, а списана с этого счёта',
  double_debit: 'Эта выплата уже подтверждена другой строкой: возможно второе списание',
  return: 'Похоже на возврат выплаты: решите во вкладке «Расхождения»',
  debit_of_saved: 'Банк списал выплату, которую ещё не отправляли',
  debit_of_registering: 'Банк списал выплату, файл которой ещё не скачивали',
  debit_of_rejected: 'Банк списал выплату, которая считалась отклонённой',
  debit_of_cancelled: 'Банк списал выплату, которая была отменена',
}

export function lineWords(rule: string | null, status: string): string {
  if (status === 'waiting') return 'Выплата ещё отправляется: строка ждёт её итога'
  if (status === 'suggested' && rule !== 'amount')
    return `${WORDS[rule ?? ''] ?? ''}. Остатков в файле нет, поэтому подтвердите сами`
  if (status === 'suggested') return `${WORDS['amount']!}. Подтвердите, если это она`
  return WORDS[rule ?? ''] ?? 'Не сопоставлена'
}
