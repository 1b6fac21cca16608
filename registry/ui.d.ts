/*
 * Declares the components of shadcn/ui that the blocks use. They have only the props that the variants for Radix UI and
 * Base UI share, so that every block works with both.
 */

type ElementComponent<Tag extends keyof import("react").JSX.IntrinsicElements> = import("react").FC<
  import("react").ComponentProps<Tag>
>;

declare module "@/lib/utils" {
  export function cn(...classes: (string | undefined | false)[]): string;
}

declare module "@/components/ui/button" {
  interface ButtonStyle {
    variant?: "default" | "outline" | "ghost" | "destructive" | "link";
    size?: "default" | "icon";
  }
  export const Button: import("react").FC<import("react").ComponentProps<"button"> & ButtonStyle>;
  export function buttonVariants(style: ButtonStyle & { className?: string }): string;
}

declare module "@/components/ui/alert" {
  export const Alert: import("react").FC<
    import("react").ComponentProps<"div"> & { variant?: "default" | "destructive" }
  >;
  export const AlertDescription: ElementComponent<"div">;
}

declare module "@/components/ui/avatar" {
  export const Avatar: import("react").FC<
    import("react").ComponentProps<"span"> & { size?: "default" | "lg" }
  >;
  export const AvatarImage: ElementComponent<"img">;
  export const AvatarFallback: ElementComponent<"span">;
}

declare module "@/components/ui/card" {
  export const Card: ElementComponent<"div">;
  export const CardHeader: ElementComponent<"div">;
  export const CardTitle: ElementComponent<"div">;
  export const CardDescription: ElementComponent<"div">;
  export const CardContent: ElementComponent<"div">;
}

declare module "@/components/ui/field" {
  export const Field: import("react").FC<
    import("react").ComponentProps<"div"> & { "data-invalid"?: unknown }
  >;
  export const FieldGroup: ElementComponent<"div">;
  export const FieldLabel: ElementComponent<"label">;
  export const FieldDescription: ElementComponent<"p">;
  export const FieldSeparator: ElementComponent<"div">;
}

declare module "@/components/ui/input" {
  export const Input: ElementComponent<"input">;
}

declare module "@/components/ui/input-group" {
  export const InputGroup: ElementComponent<"div">;
  export const InputGroupAddon: import("react").FC<
    import("react").ComponentProps<"div"> & { align?: "inline-end" }
  >;
  export const InputGroupButton: import("react").FC<
    Omit<import("react").ComponentProps<"button">, "size" | "type"> & { size?: "icon-xs" }
  >;
  export const InputGroupInput: ElementComponent<"input">;
}

declare module "@/components/ui/input-otp" {
  export const InputOTP: import("react").FC<
    Omit<import("react").ComponentProps<"input">, "onChange" | "value"> & {
      maxLength: number;
      value: string;
      onChange: (value: string) => void;
    }
  >;
  export const InputOTPGroup: ElementComponent<"div">;
  export const InputOTPSlot: import("react").FC<
    import("react").ComponentProps<"div"> & { index: number }
  >;
}

declare module "@/components/ui/native-select" {
  export const NativeSelect: import("react").FC<
    Omit<import("react").ComponentProps<"select">, "size"> & { size?: "default" | "sm" }
  >;
  export const NativeSelectOption: ElementComponent<"option">;
}

declare module "@/components/ui/dialog" {
  export const Dialog: import("react").FC<{ open: boolean; children: import("react").ReactNode }>;
  export const DialogContent: import("react").FC<{
    showCloseButton: false;
    children: import("react").ReactNode;
  }>;
  export const DialogHeader: ElementComponent<"div">;
  export const DialogTitle: ElementComponent<"h2">;
  export const DialogDescription: ElementComponent<"p">;
}

declare module "@/components/ui/dropdown-menu" {
  export const DropdownMenu: import("react").FC<{ children: import("react").ReactNode }>;
  export const DropdownMenuTrigger: ElementComponent<"button">;
  export const DropdownMenuContent: import("react").FC<{
    align?: "start" | "center" | "end";
    className?: string;
    children: import("react").ReactNode;
  }>;
  export const DropdownMenuGroup: ElementComponent<"div">;
  export const DropdownMenuItem: ElementComponent<"div">;
  export const DropdownMenuLabel: ElementComponent<"div">;
  export const DropdownMenuSeparator: ElementComponent<"div">;
}

declare module "@supabase/ssr" {
  export function createBrowserClient(
    url: string,
    key: string,
    options: import("@supabase/supabase-js").SupabaseClientOptions<"public">,
  ): import("@supabase/supabase-js").SupabaseClient;
}
