/*
 * The components of shadcn/ui that the blocks use, with the props that the variants for Radix UI and Base UI share: a
 * block that only uses these works with both.
 */

type Part<Tag extends keyof import("react").JSX.IntrinsicElements> = import("react").FC<
  import("react").ComponentProps<Tag>
>;

declare module "@/lib/utils" {
  export function cn(...classes: (string | undefined | false)[]): string;
}

declare module "@/components/ui/button" {
  interface Look {
    variant?: "default" | "outline" | "ghost" | "destructive" | "link";
    size?: "default" | "icon";
  }
  export const Button: import("react").FC<import("react").ComponentProps<"button"> & Look>;
  export function buttonVariants(look: Look & { className?: string }): string;
}

declare module "@/components/ui/alert" {
  export const Alert: import("react").FC<
    import("react").ComponentProps<"div"> & { variant?: "default" | "destructive" }
  >;
  export const AlertDescription: Part<"div">;
}

declare module "@/components/ui/avatar" {
  export const Avatar: import("react").FC<
    import("react").ComponentProps<"span"> & { size?: "default" | "lg" }
  >;
  export const AvatarImage: Part<"img">;
  export const AvatarFallback: Part<"span">;
}

declare module "@/components/ui/card" {
  export const Card: Part<"div">;
  export const CardHeader: Part<"div">;
  export const CardTitle: Part<"div">;
  export const CardDescription: Part<"div">;
  export const CardContent: Part<"div">;
}

declare module "@/components/ui/field" {
  export const Field: import("react").FC<
    import("react").ComponentProps<"div"> & { "data-invalid"?: unknown }
  >;
  export const FieldGroup: Part<"div">;
  export const FieldLabel: Part<"label">;
  export const FieldDescription: Part<"p">;
  export const FieldSeparator: Part<"div">;
}

declare module "@/components/ui/input" {
  export const Input: Part<"input">;
}

declare module "@/components/ui/input-group" {
  export const InputGroup: Part<"div">;
  export const InputGroupAddon: import("react").FC<
    import("react").ComponentProps<"div"> & { align?: "inline-end" }
  >;
  export const InputGroupButton: import("react").FC<
    Omit<import("react").ComponentProps<"button">, "size" | "type"> & { size?: "icon-xs" }
  >;
  export const InputGroupInput: Part<"input">;
}

declare module "@/components/ui/input-otp" {
  export const InputOTP: import("react").FC<
    Omit<import("react").ComponentProps<"input">, "onChange" | "value"> & {
      maxLength: number;
      value: string;
      onChange: (value: string) => void;
    }
  >;
  export const InputOTPGroup: Part<"div">;
  export const InputOTPSlot: import("react").FC<
    import("react").ComponentProps<"div"> & { index: number }
  >;
}

declare module "@/components/ui/native-select" {
  export const NativeSelect: import("react").FC<
    Omit<import("react").ComponentProps<"select">, "size"> & { size?: "default" | "sm" }
  >;
  export const NativeSelectOption: Part<"option">;
}

declare module "@/components/ui/dialog" {
  export const Dialog: import("react").FC<{ open: boolean; children: import("react").ReactNode }>;
  export const DialogContent: import("react").FC<{
    showCloseButton: false;
    children: import("react").ReactNode;
  }>;
  export const DialogHeader: Part<"div">;
  export const DialogTitle: Part<"h2">;
  export const DialogDescription: Part<"p">;
}

declare module "@/components/ui/dropdown-menu" {
  export const DropdownMenu: import("react").FC<{ children: import("react").ReactNode }>;
  export const DropdownMenuTrigger: Part<"button">;
  export const DropdownMenuContent: import("react").FC<{
    align?: "start" | "center" | "end";
    className?: string;
    children: import("react").ReactNode;
  }>;
  export const DropdownMenuGroup: Part<"div">;
  export const DropdownMenuItem: Part<"div">;
  export const DropdownMenuLabel: Part<"div">;
  export const DropdownMenuSeparator: Part<"div">;
}

declare module "@supabase/ssr" {
  export function createBrowserClient(
    url: string,
    key: string,
    options: import("@supabase/supabase-js").SupabaseClientOptions<"public">,
  ): import("@supabase/supabase-js").SupabaseClient;
}
