import { shiftDay } from '../../inputs/parse-day.ts'

/** The most used periods of lists, as of a day `YYYY-MM-DD`; weeks begin on Monday. */
export function presets(now: string) {
  const weekday = (new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7
  const [year, month] = now.split('-') as [string, string]
  const quarter = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')
  const yesterday = shiftDay(now, -1)
  return [
    { label: 'Сегодня', from: now, to: now },
    { label: 'Вчера', from: yesterday, to: yesterday },
    { label: 'Неделя', from: shiftDay(now, -weekday), to: now },
    { label: 'Месяц', from: `${year}-${month}-01`, to: now },
    { label: 'Квартал', from: `${year}-${quarter}-01`, to: now },
  ]
}
