"use client";

import { type ComponentPropsWithoutRef, useRef } from "react";
import { useAccount } from "../account/account.tsx";
import { ConfirmButton, Section } from "../account/section.tsx";
import { Button } from "../elements/button.tsx";
import { Label } from "../elements/label.tsx";
import { useElement } from "../elements/use-element.tsx";
import { ChangeField } from "../form/change-fields.tsx";
import { template } from "../i18n/words.ts";
import type { OrganizationRole } from "./client.ts";
import {
  type Members,
  type MembersOptions,
  type OrganizationMember,
  useMembers,
} from "./use-members.ts";

/**
 * Renders the members of the active organization, with roles, invitations and a button to leave. Renders nothing without
 * an active organization. Put it into an `<Account>`.
 *
 * @example
 * <Account supabaseClient={supabase}>
 *   <MembersSection supabaseClient={supabase} />
 * </Account>
 */
export function MembersSection(options: MembersOptions) {
  const state = useMembers(options);
  const invitation = useRef<HTMLFormElement>(null);
  const { active, words } = state;
  if (!active) return null;
  const texts = words.members;
  const organization = active.name;
  return (
    <Section
      heading={texts.heading}
      text={template(texts.text, { organization })}
      change={state}
      actions={
        active.role === "owner" && (
          <ConfirmButton
            label={texts.remove_organization}
            question={template(texts.remove_organization_question, { organization })}
            confirmLabel={texts.remove_organization}
            cancelLabel={words.switcher.cancel}
            change={state}
            source="remove_organization"
            onConfirm={state.removeOrganization}
          />
        )
      }
      key={active.id}
    >
      {state.members && (
        <ul className="portico-list">
          {state.members.map((member) => (
            <Member key={member.id} state={state} member={member} organization={organization} />
          ))}
          {state.invitations.map((invitation) => (
            <Invitation key={invitation.id} state={state} invitation={invitation} />
          ))}
        </ul>
      )}
      {state.roles.length > 0 && (
        <form
          ref={invitation}
          className="portico-form"
          {...state.form("invite", async (entries) => {
            const text = await state.invite(entries);
            invitation.current?.reset();
            return text;
          })}
        >
          <ChangeField
            label={texts.email_label}
            type="email"
            autoComplete="off"
            required
            {...state.field("email")}
          />
          <div className="portico-field">
            <Label htmlFor={state.field("role").id}>{texts.role_label}</Label>
            <RoleSelect {...state.field("role")} state={state} defaultValue="member" />
          </div>
          <Button {...state.button("invite")}>{texts.invite}</Button>
        </form>
      )}
    </Section>
  );
}

interface MemberProps {
  state: Members;
  member: OrganizationMember;
  organization: string;
}

function Member({ state, member, organization }: MemberProps) {
  const { words } = state;
  const texts = words.members;
  const { id, name, email, role, isUser } = member;
  const canManage = state.roles.includes(role);
  const label = isUser ? texts.leave : texts.remove;
  return (
    <li>
      <MemberNames name={name} hint={email === name ? "" : email} badge={isUser && texts.you} />
      <div className="portico-organizations-row">
        {canManage ? (
          <RoleSelect
            state={state}
            aria-label={template(texts.role_of, { name })}
            aria-busy={state.button(id)["aria-busy"]}
            value={role}
            onChange={({ currentTarget }) => void state.setRole(member, currentTarget.value)}
          />
        ) : (
          <span className="portico-hint">{words.roles[role]}</span>
        )}
        {(canManage || isUser) && (
          <ConfirmButton
            label={label}
            fullLabel={`${label}: ${isUser ? organization : name}`}
            question={template(isUser ? texts.leave_question : texts.remove_question, {
              name,
              organization,
            })}
            confirmLabel={label}
            cancelLabel={words.switcher.cancel}
            change={state}
            source={`remove ${id}`}
            onConfirm={() => state.remove(member)}
          />
        )}
      </div>
    </li>
  );
}

interface InvitationProps {
  state: Members;
  invitation: Members["invitations"][number];
}

function Invitation({ state, invitation }: InvitationProps) {
  const { lang } = useAccount();
  const { id, email, role, expires_at } = invitation;
  const texts = state.words.members;
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(expires_at));
  return (
    <li>
      <MemberNames name={email} hint={template(texts.open_until, { date })} />
      <div className="portico-organizations-row">
        <span className="portico-hint">{state.words.roles[role]}</span>
        {state.roles.includes(role) && (
          <Button
            {...state.button(id, "button")}
            aria-label={`${texts.revoke}: ${email}`}
            onClick={() => void state.revoke(invitation)}
          >
            {texts.revoke}
          </Button>
        )}
      </div>
    </li>
  );
}

interface MemberNamesProps {
  name: string;
  hint: string;
  badge?: string | false;
}

function MemberNames({ name, hint, badge }: MemberNamesProps) {
  return (
    <div className="portico-item">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {(badge || hint) && (
        <span className="portico-hint">
          {badge && <span className="portico-badge">{badge}</span>}
          {badge && hint && " · "}
          <bdi>{hint}</bdi>
        </span>
      )}
    </div>
  );
}

interface RoleSelectProps extends ComponentPropsWithoutRef<"select"> {
  state: Members;
}

/** Renders a selection of the roles that the user may assign. */
function RoleSelect({ state, ...props }: RoleSelectProps) {
  return useElement("input", "select", {
    ...props,
    children: state.roles.map((role: OrganizationRole) => (
      <option key={role} value={role}>
        {state.words.roles[role]}
      </option>
    )),
  });
}
