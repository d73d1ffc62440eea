export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  __InternalSupabase: { PostgrestVersion: '13.0.5' };
  public: {
    Tables: {
      drivers: {
        Row: {
          average_rating: number | null;
          contact: string | null;
          created_at: string;
          created_by: string | null;
          driver_code: string;
          id: string;
          license_plate: string;
          name: string;
          photo_url: string | null;
          review_count: number;
        };
        Insert: {
          average_rating?: number | null;
          contact?: string | null;
          created_at?: string;
          created_by?: string | null;
          driver_code: string;
          id?: string;
          license_plate: string;
          name: string;
          photo_url?: string | null;
          review_count?: number;
        };
        Update: {
          average_rating?: number | null;
          contact?: string | null;
          created_at?: string;
          created_by?: string | null;
          driver_code?: string;
          id?: string;
          license_plate?: string;
          name?: string;
          photo_url?: string | null;
          review_count?: number;
        };
        Relationships: [];
      };
      reviews: {
        Row: {
          comment: string | null;
          created_at: string;
          driver_id: string;
          id: string;
          rating: number;
          user_name: string | null;
        };
        Insert: {
          comment?: string | null;
          created_at?: string;
          driver_id: string;
          id?: string;
          rating: number;
          user_name?: string | null;
        };
        Update: {
          comment?: string | null;
          created_at?: string;
          driver_id?: string;
          id?: string;
          rating?: number;
          user_name?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'reviews_driver_id_fkey';
            columns: ['driver_id'];
            isOneToOne: false;
            referencedRelation: 'drivers';
            referencedColumns: ['id'];
          },
        ];
      };
      time_based_routes: {
        Row: { description: string | null; duration: string; id: string; name: string; stops: Json; taxiTime: string | null };
        Insert: { description?: string | null; duration: string; id?: string; name: string; stops?: Json; taxiTime?: string | null };
        Update: { description?: string | null; duration?: string; id?: string; name?: string; stops?: Json; taxiTime?: string | null };
        Relationships: [];
      };
      user_drivers: {
        Row: { driver_id: string; user_id: string };
        Insert: { driver_id: string; user_id: string };
        Update: { driver_id?: string; user_id?: string };
        Relationships: [
          {
            foreignKeyName: 'user_drivers_driver_id_fkey';
            columns: ['driver_id'];
            isOneToOne: false;
            referencedRelation: 'drivers';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: { [_ in never]: never };
    Functions: { [_ in never]: never };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
