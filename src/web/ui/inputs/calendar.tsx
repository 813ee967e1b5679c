import '@mantine/dates/styles.layer.css'
import { DatePicker, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/ru'

interface CalendarProps {
  value: string | null
  pick: (day: string) => void
}

/** The month view for choosing a day; loaded when first opened. */
export default function Calendar({ value, pick }: CalendarProps) {
  return (
    <DatesProvider settings={{ locale: 'ru', firstDayOfWeek: 1 }}>
      <DatePicker
        value={value}
        {...(value && { defaultDate: value })}
        onChange={(picked) => {
          if (picked) pick(picked)
        }}
        ariaLabels={{
          previousMonth: 'Предыдущий месяц',
          nextMonth: 'Следующий месяц',
          previousYear: 'Предыдущий год',
          nextYear: 'Следующий год',
          monthLevelControl: 'Выбрать месяц',
          yearLevelControl: 'Выбрать год',
        }}
      />
    </DatesProvider>
  )
}
