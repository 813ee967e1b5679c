import { SearchX } from 'lucide-react'
import { useNavigate } from '../../router/hooks.ts'
import { homePath } from './home-path.ts'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PlainButton } from '../../ui/layout/plain.tsx'

/** No screen exists at the address, or a record answered 404: the page never says whose record it is. */
export function NotFound({ record = false }: { record?: boolean }) {
  const navigate = useNavigate()
  const text = record
    ? 'Записи с таким номером нет, или она вам недоступна.'
    : 'По этому адресу ничего нет. Проверьте ссылку или начните с главной страницы.'
  return (
    <MessagePage
      title={record ? 'Запись не найдена' : 'Страница не найдена'}
      icon={<SearchX size={20} />}
      text={text}
    >
      <PlainButton onClick={() => navigate(homePath())}>На главную</PlainButton>
      <PlainButton look="second" onClick={() => navigate(-1)}>
        Назад
      </PlainButton>
    </MessagePage>
  )
}
