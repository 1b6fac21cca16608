-- Each of these tables was read from end to end: when a flow or a link was followed, when somebody signed out
-- everywhere, when an account was deleted, and by the clean-up.
create index flow_state_auth_code_issued_at_idx on auth.flow_state (auth_code_issued_at)
  where auth_code_issued_at is not null;
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id)
  where linking_target_id is not null;
create index oauth_client_states_created_at_idx on auth.oauth_client_states (created_at);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations (expires_at);
create index recovery_sessions_created_at_idx on portico.recovery_sessions (created_at);
create index outgoing_messages_address_idx on portico.outgoing_messages (split_part(recipient, ' ', 1));
