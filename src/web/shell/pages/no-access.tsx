import { Lock } from 'lucide-react'
import { useNavigate } from '../../router/hooks.ts'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PlainButton } from '../../ui/layout/plain.tsx'

/** The screen's first call was refused, or a locked entry was opened. */
export function NoAccess({ text }: { text?: string }) {
  const navigate = useNavigate()
  return (
    <MessagePage
      title="Нет доступа"
      icon={<Lock size={20} />}
      text={<>{text ?? 'У вас нет права на этот раздел'}. Доступ выдаёт управляющий.</>}
    >
      <PlainButton look="second" onClick={() => navigate(-1)}>
        Назад
      </PlainButton>
    </MessagePage>
  )
}
