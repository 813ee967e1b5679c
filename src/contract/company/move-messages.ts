/** What its people and super administrators read where a company was before it moved. */
export const movedMessage = (to: string) =>
  `Компания переехала в другую установку и работает там (${to})`

/** How far a company is that came from another installation: its files still come, nobody has let it work, or one of two has. */
export const arrivalSteps = ['comes', 'waits', 'waits_for_second'] as const

export const arrivalMessages: Record<(typeof arrivalSteps)[number], string> = {
  comes: 'Компания переносится сюда из другой установки: в работу её пускают после этого',
  waits: 'Компания перенесена из другой установки: в работу её пускают два суперадминистратора',
  waits_for_second:
    'Компания перенесена из другой установки: один суперадминистратор согласен пустить её в работу, нужен второй',
}
